import { descriptionOf, isPlain } from './descriptions.ts'
import { withSharedPage } from './pages.ts'

export interface Schema {
  [keyword: string]: unknown
  $ref?: string
  type?: unknown
  description?: string
  properties?: Record<string, Schema>
}
type Content = Record<string, { schema?: Schema }>

/** Shapes that calls of customers write out and that occur often, by their properties: each is described once. */
const FOUND: Record<string, string> = {
  'id,address': 'HandOverAddress',
  'id,name': 'Named',
  'id,name,slug': 'NamedSlug',
  'slug,name': 'Slug',
  'id,slug,name,zone': 'RentalCity',
  'id,number': 'ReservationNumber',
  'place,address': 'HandOver',
  'basic,insured': 'Excess',
  'from,to': 'Range',
  'per_day,days,total,currency': 'DayPrice',
  'at,status,actor,reason': 'StatusChange',
  'taken_at,arrived_at,sha256': 'PhotoProof',
  'likes,dislikes,own': 'Votes',
  'channel,receiver,failed': 'Delivery',
  'endpoint,keys': 'PushSubscription',
  'amount,status': 'RefundPayout',
  'verdict,asked_at,checked_until,can_ask': 'IdentityCheck',
  'url,path': 'Socket',
  'room,socket': 'OpenRoom',
  'phone,token,email,country_code': 'CodeProof',
  'city,place,mileage_per_day,fuel_rule,excess,free_until_hours,confirmation': 'OfferTerms',
  'start_date,start_time,end_date,end_time,kind,city': 'RecentSearch',
  'chosen,choosable,parts': 'MonthlyChoice',
  'position,days,due_on,amount,left,state': 'PlannedPart',
  'id,name,phone,confirmation,legal_name,logo,logo_dark': 'RentingCompany',
  'part,state': 'CheckInPart',
  'resend_after,channels': 'SentCode',
  'id,type,transports': 'KeyDescriptor',
  'minutes,from,until': 'Gap',
  'recipient,proposed,country,reissued,changes_left': 'RecipientState',
}
const NAMES = new Map(Object.entries(FOUND))
/** Properties by which longer shapes are found that occur often. */
const BEGINNINGS: [string, string][] = [
  ['currency,days,lines,total,payable_now,due_at_desk,', 'EarlyEnd'],
  ['id,slug,language,title,description,picture,', 'PostCard'],
  ['slug,language,topic,title,', 'HelpEntry'],
  ['id,fullname,date_of_birth,number,valid_until,', 'FurtherDriver'],
]

/**
 * Says in each schema what its properties mean.
 * @param isShort name what occurs often, and leave out what says nothing new and what the names of values say: for the document that must
 *   stay small, and only there, because other documents have other shapes with the same properties
 */
export function createDescriber(isShort: boolean) {
  /** The shapes that were found, by name. */
  const found: Record<string, Schema> = {}

  function shape([name, schema]: [string, Schema]): [string, Schema] {
    const description = schema.description ?? descriptionOf(name)
    return [name, { ...(description && { description }), ...described(schema, name) }]
  }

  function content(content: Content): Content {
    const media = ([type, { schema, ...rest }]: [string, { schema?: Schema }]) =>
      [type, { ...rest, ...(schema && { schema: inner(schema, '') }) }] as const
    return Object.fromEntries(Object.entries(content).map(media))
  }

  function described(schema: Schema, shape: string): Schema {
    const value = ([keyword, value]: [string, unknown]): [string, unknown] => {
      if (keyword === 'properties') return [keyword, properties(value as Record<string, Schema>, shape)]
      if (LISTS.has(keyword)) return [keyword, (value as Schema[]).map((one) => inner(one, shape))]
      const isSchema = INNER.has(keyword) && typeof value === 'object' && value !== null
      return [keyword, isSchema ? inner(value as Schema, shape) : value]
    }
    return Object.fromEntries(Object.entries(withSharedPage(schema)).map(value))
  }

  function properties(all: Record<string, Schema>, shape: string): Record<string, Schema> {
    const property = ([name, schema]: [string, Schema]): [string, Schema] => {
      const made = inner(schema, name)
      const text = '$ref' in made ? undefined : (made.description ?? descriptionOf(name, shape))
      const isLeftOut =
        isShort && text !== undefined && (VALUES_NAMED.test(JSON.stringify(made)) || isPlain(name, text))
      return [name, text && !isLeftOut ? { ...made, description: text } : made]
    }
    return Object.fromEntries(Object.entries(all).map(property))
  }

  /** A schema within another one; a reference where it is one of those that occur often. */
  function inner(schema: Schema, shape: string): Schema {
    const name = isShort ? nameOf(schema) : undefined
    const { description, ...made } = described(schema, name ?? shape)
    const whole = { ...(description !== undefined && { description }), ...made } as Schema
    if (!name) return whole
    const isNullable = Array.isArray(made.type)
    const known = { description: descriptionOf(name), ...made, type: 'object' } as Schema
    found[name] ??= known
    if (JSON.stringify(found[name]) !== JSON.stringify(known)) return whole
    const reference = { $ref: `#/components/schemas/${name}` }
    return isNullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }

  return { found, shape, content }
}

function nameOf({ properties }: Schema): string | undefined {
  const names = properties && Object.keys(properties).join(',')
  return names && (NAMES.get(names) ?? BEGINNINGS.find(([beginning]) => names.startsWith(beginning))?.[1])
}

/** The schema of a property whose values have names. */
const VALUES_NAMED = /^\{("anyOf":\[\{)?"enum"/

/** Keywords that hold schemas. */
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const INNER = new Set(['items', 'additionalProperties'])
