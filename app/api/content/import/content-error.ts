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

/** What is wrong with a text itself, as a key of `errors.json`, for those who write it in a form. */
export type TextError = {
  key: 'text_html' | 'text_picture' | 'text_heading' | 'text_twice' | 'text_placeholder' | 'text_link' | 'text_depth'
  values?: { name: string }
}

/** Takes what is wrong with one file. */
export type Report = (line: number, message: string, error?: TextError) => void
