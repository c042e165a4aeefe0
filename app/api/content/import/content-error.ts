/** Something of a file that is wrong, where a person finds it: the file as it was named, the line as editors count. */
export interface ContentError {
  file: string
  line: number
  message: string
}

/** One error in a line: `content/help/fuel/en.md:3: …`. */
export function describeContentError({ file, line, message }: ContentError): string {
  return `${file}:${line}: ${message}`
}

/** Takes what is wrong with one file. */
export type Report = (line: number, message: string) => void
