/** An error in a file, with its position: the file as it was named, the line as editors count. */
export interface ContentError {
  file: string
  line: number
  message: string
}

/** One error as a line: `content/help/fuel/en.md:3: …`. */
export function describeContentError({ file, line, message }: ContentError): string {
  return `${file}:${line}: ${message}`
}

/** An error in a text itself, as a key of `errors.json`, for people who write it in a form. */
export type TextError = {
  key: 'text_html' | 'text_picture' | 'text_heading' | 'text_twice' | 'text_placeholder' | 'text_link' | 'text_depth'
  values?: { name: string }
}

/** Collects the errors of one file. */
export type Report = (line: number, message: string, error?: TextError) => void
