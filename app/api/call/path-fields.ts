/**
 * The input of a call over HTTP with the fields of its path as the path has them: oRPC merges path, query and body, and
 * lets a field of the body with the name of one of the path win. What a request is about is in its address, by which
 * caches, logs and limits know it. `template` is the contract's path, `pathname` the request's, under `/api`.
 */
export function withPathFields(
  input: unknown,
  { template, pathname }: { template: string; pathname: string },
): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const values = partsOf(pathname.replace(/^\/api(?=\/)/, ''))
  const fields = partsOf(template).flatMap((part, index) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    return name ? [[name, decoded(values[index] ?? '')] as const] : []
  })
  return { ...input, ...Object.fromEntries(fields) }
}

const partsOf = (path: string) => path.split('/').filter(Boolean)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
