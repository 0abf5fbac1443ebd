import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/** The place of a cell in a grid's body, counted from zero without the row headers. */
interface Position {
  row: number;
  column: number;
}

/** Where a key moves the focus in a grid; null for keys that do not move it. */
function positionAfter(
  { row, column }: Position,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  rowCount: number,
  columnCount: number,
): Position | null {
  const clampToGrid = (to: Position): Position => ({
    row: Math.min(rowCount - 1, Math.max(0, to.row)),
    column: Math.min(columnCount - 1, Math.max(0, to.column)),
  });
  switch (key) {
    case 'ArrowUp':
      return clampToGrid({ row: row - 1, column });
    case 'ArrowDown':
      return clampToGrid({ row: row + 1, column });
    case 'ArrowLeft':
      return clampToGrid({ row, column: column - 1 });
    case 'ArrowRight':
      return clampToGrid({ row, column: column + 1 });
    case 'Home':
      return clampToGrid({ row: ctrlKey ? 0 : row, column: 0 });
    case 'End':
      return clampToGrid({ row: ctrlKey ? rowCount - 1 : row, column: columnCount - 1 });
    default:
      return null;
  }
}

const indexIn = (parent: Element, child: Element): number => [...parent.children].indexOf(child);

/** The position of the cell that contains an element; null outside the cells. */
function positionOf(target: Element): Position | null {
  const cell = target.closest('td');
  const row = cell?.closest('tr');
  const body = row?.parentElement;
  if (!cell || !row || !body) return null;
  return { row: indexIn(body, row), column: indexIn(row, cell) - 1 };
}

/**
 * Moves the focus through a table as the WAI-ARIA grid pattern describes. The Tab key stops only in the active cell.
 * @returns `isActive`, which checks whether a cell is the active one, and the attributes of the table and of its body
 */
export function useGridKeys(rowCount: number, columnCount: number) {
  const [lastPosition, setLastPosition] = useState<Position>({ row: 0, column: 0 });
  const activeCell = {
    row: Math.min(lastPosition.row, Math.max(0, rowCount - 1)),
    column: Math.min(lastPosition.column, Math.max(0, columnCount - 1)),
  };
  const onFocus = ({ target }: FocusEvent) => {
    const position = positionOf(target);
    if (position) setLastPosition(position);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableSectionElement>) => {
    const { altKey, metaKey, shiftKey, currentTarget } = event;
    const from = event.target instanceof Element ? positionOf(event.target) : null;
    if (altKey || metaKey || shiftKey || from === null) return;
    const to = positionAfter(from, event, rowCount, columnCount);
    if (to === null) return;
    event.preventDefault();
    // Not always a link: in a share without the timeline, a cell's figures are plain text.
    const cell = currentTarget.children[to.row]?.children[to.column + 1];
    cell?.querySelector<HTMLElement>('[tabindex]')?.focus();
  };
  return {
    isActive: (row: number, column: number) =>
      activeCell.row === row && activeCell.column === column,
    tableProps: { role: 'grid' },
    bodyProps: { onFocus, onKeyDown },
  };
}
