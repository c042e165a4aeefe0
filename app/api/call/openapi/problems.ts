import { ERRORS, type ErrorCode } from '#app/contract/call/errors.ts'
import { PROBLEM_TYPE } from '#app/contract/call/problem.ts'
import type { Text } from '#app/i18n/text/text-types.ts'

type Schema = Record<string, unknown>

const SCHEMAS = '#/components/schemas/'
const ref = (name: string) => ({ $ref: SCHEMAS + name })

/** Stands for what an answer names: a price before and now, a reason, a scope. */
const VALUES = { before: '…', now: '…', why: '…', scope: '…' }

/** What all errors have in common (§8); each code is a shape of its own. */
const PROBLEM: Schema = {
  type: 'object',
  description: 'An error. Its type is one of those that the call lists.',
  properties: {
    detail: { type: 'string', description: 'A sentence in the requested language (Accept-Language).' },
    type: { type: 'string', description: 'The code of the error, which does not change.' },
    title: { type: 'string', description: 'The code in words.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    fields: {
      type: 'object',
      description: 'Of INVALID_FIELDS: sentences by field, nested ones with dots.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    defined: { type: 'boolean', description: 'Whether the call declares this error.' },
    data: { description: 'What belongs to an error of this type.' },
  },
  required: ['detail', 'type', 'title', 'status'],
}

interface Answer {
  description?: string
  content?: Record<string, { schema?: Schema }>
}

/** Collects the errors of a document, and the answers with them: each is described once, whichever calls have it. */
export function describeProblems(sentences: Text<'errors'>) {
  const schemas: Record<string, Schema> = { Problem: PROBLEM }
  const answers: Record<string, Answer> = {}
  const describe = ({ code, data }: { code: string; data: unknown }) => {
    const name = nameOf(code)
    const key = code.toLowerCase()
    schemas[name] ??= {
      ...(sentences.has(key) && { description: sentences.loose(key, VALUES) }),
      allOf: [
        ref('Problem'),
        {
          properties: {
            type: { const: code },
            ...(code in ERRORS && { status: { const: ERRORS[code as ErrorCode].status } }),
            ...(isDescribed(data) && { data }),
          },
        },
      ],
    }
    return ref(name)
  }
  return {
    schemas,
    answers,
    /** The body of an answer that is one of these errors. */
    bodyOf(defined: readonly { code: string; data: unknown }[]): Schema {
      const [first, ...others] = defined.map(describe)
      return first && others.length === 0 ? first : { oneOf: [first, ...others] }
    },
    /** The reference to an answer with errors. */
    answerOf({ content: made }: Answer): { $ref: string } {
      const answer = { content: { [PROBLEM_TYPE]: made?.['application/json'] ?? {} } }
      const names = JSON.stringify(answer.content).matchAll(/"#\/components\/schemas\/(\w+)"/g)
      const codes = [...names].map(([, name = '']) => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name))
      const name = codes.filter((code) => code !== '').join('Or')
      answers[name] ??= { ...answer, description: descriptionOf(answer, schemas) }
      return { $ref: `#/components/responses/${name}` }
    },
    /** Whether it has no errors but those that any call can answer. */
    isCommon: ({ content: made }: Answer): boolean => {
      const names = [...JSON.stringify(made).matchAll(/schemas\/(\w+)"/g)].map(([, name = '']) => name)
      return names.length > 0 && names.every((name) => COMMON.some((code) => nameOf(code) === name))
    },
    /** The reference to the answer with what any call can answer. */
    common(): { $ref: string } {
      answers.AnyProblem ??= {
        content: {
          [PROBLEM_TYPE]: { schema: { oneOf: COMMON.map((code) => describe({ code, data: undefined })) } },
        },
        description: 'An error that any call can answer, also with a status for which it lists others.',
      }
      return { $ref: '#/components/responses/AnyProblem' }
    },
  }
}

const SUFFIX = 'Problem'
/** Errors that every call with such a sign-in, body or Idempotency-Key can answer. */
const COMMON = [
  ...['INVALID_FIELDS', 'BAD_REQUEST', 'INVALID_TOKEN', 'BANNED_USER', 'SECOND_FACTOR_NEEDED', 'NOT_FOUND'],
  ...[
    'UNSUPPORTED_MEDIA_TYPE',
    'TOO_MANY_REQUESTS',
    'IDEMPOTENCY_CONFLICT',
    'REQUEST_RUNNING',
    'INVALID_IDEMPOTENCY_KEY',
  ],
]

const nameOf = (code: string) =>
  `${code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${SUFFIX}`

/** The sentences of its errors. */
function descriptionOf(answer: Answer, schemas: Record<string, Schema>): string {
  const names = [...JSON.stringify(answer.content).matchAll(/schemas\/(\w+)"/g)]
  return names.map(([, name = '']) => String(schemas[name]?.description ?? name)).join(' ')
}

const isDescribed = (data: unknown) => typeof data === 'object' && data !== null && Object.keys(data).length > 0
