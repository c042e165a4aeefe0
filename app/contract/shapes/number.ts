import { z } from 'zod'

/**
 * A number, or a text that is one, as forms and addresses send it: `z.coerce.number()` without JavaScript's other
 * conversions, so that `true` is not a price of 1 and an empty text is not 0. Refines as `z.number()` does. Source:
 * *ours*.
 */
export function numeric(params?: z.core.$ZodNumberParams): z.ZodCoercedNumber {
  const def: z.core.$ZodNumberDef = { ...z.core.util.normalizeParams(params), type: 'number', checks: [] }
  return new NumericText(def) as unknown as z.ZodCoercedNumber
}

/** A separate schema instead of a `preprocess`, because forms and the API's description look for a number schema. */
const NumericText = z.core.$constructor<z.ZodNumber>('NumericText', (schema, def) => {
  z.ZodNumber.init(schema, def)
  const { parse } = schema._zod
  schema._zod.parse = (payload, context) => {
    payload.value = numberIn(payload.value)
    return parse(payload, context)
  }
})

function numberIn(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value
  const number = Number(value)
  return Number.isNaN(number) ? value : number
}
