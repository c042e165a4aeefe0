/** One measured line: its name, its value and its budget. `met` is undefined where there is no budget. */
export type Row = { what: string; value: string; budget?: string; met?: boolean }

const missed: string[] = []

/** Which of the printed sections' rows missed their budgets. */
export function missedRows(): readonly string[] {
  return missed
}

/** Prints a section of the table; a missed budget is marked in words. */
export function printSection(title: string, rows: Row[]) {
  console.log(`\n${title}`)
  const width = Math.max(...rows.map(({ what }) => what.length))
  for (const { what, value, budget, met } of rows) {
    if (met === false) missed.push(what)
    const verdict = met === undefined ? '' : met ? 'ok' : 'MISSED'
    console.log(`  ${what.padEnd(width)}  ${value.padStart(14)}  ${(budget ?? '').padEnd(26)} ${verdict}`.trimEnd())
  }
}

/** A row with a maximum. */
export function atMost(what: string, value: number, budget: number, unit: string, digits = 0): Row {
  return {
    what,
    value: shown(value, unit, digits),
    budget: `at most ${shown(budget, unit, digits)}`,
    met: value <= budget,
  }
}

/** A row with a minimum. */
export function atLeast(what: string, value: number, budget: number, unit: string, digits = 0): Row {
  return {
    what,
    value: shown(value, unit, digits),
    budget: `at least ${shown(budget, unit, digits)}`,
    met: value >= budget,
  }
}

/** A row without a budget. */
export function measured(what: string, value: number, unit: string, digits = 0): Row {
  return { what, value: shown(value, unit, digits) }
}

function shown(value: number, unit: string, digits: number) {
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim()
}

/** The median and the maximum of some numbers. */
export function spread(values: number[]): { median: number; slowest: number } {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 }
}
