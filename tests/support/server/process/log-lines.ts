import { LogLine } from '#app/tracing/log-line.ts'

/** The lines of a process that its schema does not know, each with the reason. What it says on its standard error is no line of the log. */
export function wrongLines(output: string): string[] {
  return logLines(output).flatMap((line) => {
    const { error } = LogLine.safeParse(line)
    return error
      ? [`${JSON.stringify(line)}: ${error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)}`]
      : []
  })
}

/** The complete lines of the log. */
export function logLines(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{"at":') ? [JSON.parse(line)] : []))
}
