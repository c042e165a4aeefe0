/**
 * The placeholders of a canned answer: who asked, the number of their ticket or reservation, who answers. Source:
 * *ours*.
 */
export const ANSWER_PLACEHOLDERS = ['customer', 'number', 'operator'] as const
type AnswerPlaceholder = (typeof ANSWER_PLACEHOLDERS)[number]

/** In characters. */
export const ANSWER_TITLE_LENGTH = 80
export const ANSWER_LENGTH = 2000

const PLACEHOLDER = /\{([^{}\n]*)\}/g

/** The first unknown placeholder, as `{name}`; undefined where all are known. */
export function unknownPlaceholder(body: string): string | undefined {
  return [...body.matchAll(PLACEHOLDER)].map(([, name = '']) => name).find((name) => !isPlaceholder(name))
}

/** The answer with its placeholders filled. A placeholder without a value becomes empty. */
export function fillAnswer(body: string, values: Record<AnswerPlaceholder, string>): string {
  return body.replace(PLACEHOLDER, (written, name) => (isPlaceholder(name) ? values[name] : written))
}

function isPlaceholder(name: string): name is AnswerPlaceholder {
  return ANSWER_PLACEHOLDERS.some((one) => one === name)
}
