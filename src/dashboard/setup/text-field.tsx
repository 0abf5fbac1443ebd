import { Field } from './field.tsx';

interface TextFieldProps {
  label: string;
  remark?: string;
  hint?: string | null;
  error: string | undefined;
  value: string;
  onText: (text: string) => void;
  /** Finds the field, to focus it. */
  id?: string;
  type?: 'text' | 'url';
  placeholder?: string;
  inputMode?: 'numeric' | 'decimal';
  isRequired?: boolean;
}

/** A text field of one line. */
export function TextField({ label, remark, hint, error, id, onText, ...input }: TextFieldProps) {
  const { isRequired, ...rest } = input;
  return (
    <Field label={label} error={error} hint={hint} {...(remark === undefined ? {} : { remark })}>
      {(connection) => (
        <input
          autoComplete="off"
          {...rest}
          {...connection}
          data-field={id}
          required={isRequired}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
      )}
    </Field>
  );
}
