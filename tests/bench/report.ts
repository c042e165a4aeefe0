import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import type { Row } from './table.ts'

const FILE = 'docs/benchmarks.md'
const HEAD = `# Benchmarks

Each section is what \`npm run bench "its title"\` or \`npm run faults "its title"\` printed last, with the day, the machine and how busy it was before; a run writes the sections that it
measures. The sections measure their own comparisons (a raw answer of node, a bare render, a bare query) in the same run.
`

/** Writes a section of a run into the report, in place of the former one. */
export function reportSection(title: string, rows: readonly Row[], busy: number) {
  const sections = new Map(existingSections())
  const day = new Date().toISOString().slice(0, 10)
  const table = rows.map(({ what, value, budget = '', met }) => {
    const verdict = met === undefined ? '' : met ? 'ok' : '**missed**'
    return `| ${[what, value, budget, verdict].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const machine = `${day}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}, load ${busy.toFixed(1)} before`
  sections.set(title, [machine, '', '| what | measured | budget | |', '|---|---:|---|---|', ...table].join('\n'))
  const text = [...sections].map(([name, body]) => `\n## ${name}\n\n${body}\n`).join('')
  writeFileSync(FILE, HEAD + text)
}

/** How busy the machine is: the load of the last minute. */
export const busyness = (): number => loadavg()[0] ?? 0

function existingSections(): [title: string, body: string][] {
  if (!existsSync(FILE)) return []
  const [, ...parts] = readFileSync(FILE, 'utf8').split('\n## ')
  return parts.map((part) => {
    const end = part.indexOf('\n')
    return [part.slice(0, end), part.slice(end).trim()]
  })
}
