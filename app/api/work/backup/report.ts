import type { RestoreReport } from './restore.ts'

/** Whether a restored database may be used. */
export function isGood({ checks }: RestoreReport): boolean {
  return checks.every(({ ok }) => ok)
}

/** The report of a restore, line by line. */
export function describeReport(report: RestoreReport): string[] {
  const { at, commit, means, files, checks } = report
  return [
    `made ${at} by ${means}${commit ? ` at commit ${commit.slice(0, 7)}` : ''}, with ${files} uploaded files`,
    ...checks.map(({ name, ok, found }) => `${ok ? 'ok    ' : 'WRONG '} ${name}: ${found}`),
  ]
}
