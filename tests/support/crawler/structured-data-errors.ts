type Thing = Record<string, unknown>

/** The properties that search engines require of each type. */
const REQUIRED: Record<string, readonly string[]> = {
  AutoRental: ['name'],
  Product: ['name', 'description', 'image', 'offers'],
  Offer: ['url', 'price', 'priceCurrency', 'availability'],
  AggregateRating: ['ratingValue', 'reviewCount'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name'],
  FAQPage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Answer: ['text'],
  BlogPosting: ['headline', 'datePublished', 'author'],
  OpeningHoursSpecification: ['dayOfWeek', 'opens', 'closes'],
  PostalAddress: ['addressLocality'],
  GeoCoordinates: ['latitude', 'longitude'],
}

/** What is wrong with a schema.org thing, each with its path; empty when nothing is. */
export function structuredDataErrors(thing: Thing): string[] {
  const context = thing['@context'] === 'https://schema.org' ? [] : ['no @context']
  return [...context, ...errorsIn(thing, String(thing['@type']))]
}

function errorsIn(thing: Thing, path: string): string[] {
  const type = thing['@type']
  const required = typeof type === 'string' ? (REQUIRED[type] ?? []) : []
  const missing = required.filter((name) => isEmpty(thing[name])).map((name) => `${path} lacks ${name}`)
  const inside = Object.entries(thing).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => {
      if (isThing(one)) return errorsIn(one, `${path}.${name}`)
      if (one === '' || (typeof one === 'string' && /undefined|\bNaN\b|\{\w+\}/.test(one)))
        return [`${path}.${name}: ${one}`]
      return []
    }),
  )
  return [...missing, ...positionErrors(thing, path), ...inside]
}

function positionErrors(thing: Thing, path: string): string[] {
  if (thing['@type'] !== 'BreadcrumbList' || !Array.isArray(thing.itemListElement)) return []
  const items = thing.itemListElement as Thing[]
  const isInOrder = items.every((item, index) => item.position === index + 1)
  const isLinked = items.slice(0, -1).every((item) => typeof item.item === 'string')
  return isInOrder && isLinked ? [] : [`${path} is no way`]
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function isThing(value: unknown): value is Thing {
  return value !== null && typeof value === 'object'
}
