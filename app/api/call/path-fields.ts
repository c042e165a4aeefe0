/**
 * The input of a call over HTTP with the path's own values for its path parameters: oRPC merges path, query and body,
 * and lets a body field with the name of a path parameter win. What a request is about must be in its address, by which
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
