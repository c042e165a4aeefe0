import { z } from 'zod'

const LONGEST = 60_000

/** A schema for a browser's answer about a security key in a hidden field: JSON in the contract's shape. */
export function keyAnswer<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string({ error: 'key_refused' })
    .max(LONGEST, 'key_refused')
    .transform((text, context): z.output<Schema> => {
      const parsed = schema.safeParse(read(text))
      if (parsed.success) return parsed.data
      context.addIssue({ code: 'custom', message: 'key_refused' })
      return z.NEVER
    })
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
