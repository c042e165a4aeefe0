import { readFile } from 'node:fs/promises'

/** A request that was carried out on the demonstration, and its answer. */
interface Example {
  method: string
  /** With its query, below `/api`. */
  path: string
  /** A form's files stand as their names. */
  body?: unknown
  status: number
  /** Absent where a file is answered. */
  answer?: unknown
}

interface Media {
  schema?: object
  example?: unknown
}
interface Body {
  content?: Record<string, Media>
}
interface Operation {
  operationId?: string
  security?: Record<string, string[]>[]
  requestBody?: Body
  responses?: Record<string, Body>
  'x-codeSamples'?: { lang: string; label: string; source: string }[]
}

/** Beside the guides, which are read where the site runs, too. */
const FILE = 'content/developers/examples.json'
const JSON_TYPE = 'application/json'

/** One of each call, by its name. Written by `tests/api/call/examples.test.ts`, which carries each one out. */
export async function readExamples(): Promise<Record<string, Example | undefined>> {
  return JSON.parse(await readFile(FILE, 'utf8'))
}

/** Shows an example in an operation: the request as a command, its body and the answer. */
export function addExample(operation: Operation, example: Example): void {
  const { status, answer } = example
  const [media] = Object.values(operation.requestBody?.content ?? {})
  // Where nothing in a body is needed.
  const body = example.body ?? (media && {})
  if (media) media.example = body
  const answered = operation.responses?.[status]?.content?.[JSON_TYPE]
  if (answered && answer !== undefined) answered.example = answer
  operation['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source: commandOf({ ...example, body }, operation) }]
}

function commandOf({ method, path, body }: Example, { requestBody, security }: Operation): string {
  const isNeeded = security?.every((one) => Object.keys(one).length > 0)
  const isJson = JSON_TYPE in (requestBody?.content ?? {})
  const fields = body && typeof body === 'object' ? Object.entries(body) : []
  return [
    'curl',
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`-X ${method}`]),
    ...(isNeeded ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined ? [] : isJson ? [`--json ${quoted(JSON.stringify(body))}`] : fields.flatMap(formFields)),
    `"$API${path}"`,
  ].join(' ')
}

/** A field of a form, a list's each by itself; a name with an ending is a file's. */
function formFields([name, value]: [string, unknown]): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => formFields([`${name}[${index}]`, one]))
  const isFile = typeof value === 'string' && /^\w+\.(jpg|pdf|csv)$/.test(value)
  return [`-F ${quoted(`${name}=${isFile ? '@' : ''}${value}`)}`]
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
