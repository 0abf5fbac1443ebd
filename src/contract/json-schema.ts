import * as v from 'valibot';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const Metadata = v.object({
  promised: v.optional(v.picklist(['required', 'nullable', 'optional'])),
  known: v.optional(v.array(v.string())),
  format: v.optional(v.string()),
  minimum: v.optional(v.number()),
  maximum: v.optional(v.number()),
  minLength: v.optional(v.number()),
  maxLength: v.optional(v.number()),
  description: v.optional(v.string()),
});

/** The parts of a schema's metadata from which the OpenAPI document is generated. */
export const metadataOf = (schema: v.GenericSchema) => v.parse(Metadata, v.getMetadata(schema));

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && Reflect.get(value, 'kind') === 'schema';

/** The inner schema of a nullable or optional value, or of a list. */
function innerSchemaOf(schema: v.GenericSchema, name: 'wrapped' | 'item'): v.GenericSchema {
  const value: unknown = Reflect.get(schema, name);
  if (!isSchema(value)) throw new Error(`A schema of type ${schema.type} has no "${name}" schema.`);
  return value;
}

function entriesOf(schema: v.GenericSchema): [string, v.GenericSchema][] {
  const entries: unknown = Reflect.get(schema, 'entries');
  return Object.entries(Object(entries)).filter((entry): entry is [string, v.GenericSchema] =>
    isSchema(entry[1]),
  );
}

const makeNullable = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: 'null' }] });

/** Converts a decoding schema to the JSON Schema (2020-12) for the OpenAPI document. */
export function toJsonSchema(schema: v.GenericSchema): JsonObject {
  const { promised, known, format, minLength, maxLength, description } = metadataOf(schema);
  switch (schema.type) {
    case 'nullish':
    case 'nullable':
    case 'optional': {
      const wrappedSchema = toJsonSchema(innerSchemaOf(schema, 'wrapped'));
      const isNullable = schema.type === 'nullable' && promised === undefined;
      const mayBeNull = promised === 'nullable' || promised === 'optional' || isNullable;
      return mayBeNull ? makeNullable(wrappedSchema) : wrappedSchema;
    }
    case 'object': {
      const entries = entriesOf(schema);
      const required = entries.filter(
        ([, entry]) => metadataOf(entry).promised !== 'optional' && entry.type !== 'optional',
      );
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, toJsonSchema(entry)])),
        required: required.map(([name]) => name),
      };
    }
    case 'array':
      return { type: 'array', items: toJsonSchema(innerSchemaOf(schema, 'item')) };
    case 'string':
      return {
        type: 'string',
        ...(format && { format }),
        ...(known && { enum: known }),
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
        ...(description && { description }),
      };
    case 'number':
    case 'boolean':
      return { type: schema.type };
    case 'picklist':
      return { type: 'string', enum: v.parse(v.array(v.string()), Reflect.get(schema, 'options')) };
    default:
      throw new Error(`There is no JSON Schema for a schema of type ${schema.type}.`);
  }
}
