import type { RedisOptions } from 'ioredis'

const SENTINEL =
  /^redis(?<tls>s?)\+sentinel:\/\/(?:(?<user>[^:@/]*):(?<password>[^@/]*)@)?(?<hosts>[^@/]+)\/(?<name>[^/?]+)(?<query>\?.*)?$/
const SENTINEL_PORT = 26_379

/**
 * How to connect to the address of `REDIS_URL`: one server (`redis://…`, `rediss://…`), or the master that sentinels name:
 * `redis+sentinel://user:password@host:port,host:port/master?db=0&sentinelPassword=…`. Undefined if it is neither. Source: *ours*.
 */
export function redisAddressOf(address: string): string | RedisOptions | undefined {
  if (/^rediss?:\/\//.test(address) && URL.canParse(address)) return address
  const { tls, user, password, hosts, name, query } = SENTINEL.exec(address)?.groups ?? {}
  if (!hosts || !name) return undefined
  const sentinels = hosts.split(',').map(hostOf)
  if (sentinels.some((sentinel) => sentinel === undefined)) return undefined
  const settings = new URLSearchParams(query)
  const sentinelPassword = settings.get('sentinelPassword')
  return {
    sentinels: sentinels.filter((sentinel) => sentinel !== undefined),
    name: decodeURIComponent(name),
    db: Number(settings.get('db') ?? 0) || 0,
    ...(user && { username: decodeURIComponent(user) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(sentinelPassword !== null && { sentinelPassword }),
    ...(tls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  }
}

function hostOf(text: string): { host: string; port: number } | undefined {
  const url = `redis://${text}`
  if (!URL.canParse(url)) return undefined
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || SENTINEL_PORT) }
}
