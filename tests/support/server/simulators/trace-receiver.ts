import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  name: string
  service: string
  traceId: string
  spanId: string
  parentSpanId: string
  kind: number
  attributes: Record<string, unknown>
  isError: boolean
}

type Value = Record<string, unknown>
type Attribute = { key: string; value: Value }
type Sent = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: Attribute[]; status?: { code?: number } })[]
    }[]
  }[]
}

/** Receives traces by OTLP over HTTP as JSON. Source: opentelemetry.io/docs/specs/otlp, "OTLP/HTTP". */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    const isSent = request.method === 'POST' && request.url === '/v1/traces'
    if (isSent) spans.push(...spansOf(JSON.parse(body)))
    response.writeHead(isSent ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () => server.close().closeAllConnections(),
  }
}

function spansOf({ resourceSpans }: Sent): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, status, parentSpanId = '', ...span }) => ({
        ...span,
        ...{ parentSpanId, attributes: valuesOf(attributes), isError: status?.code === 2 },
        service: String(valuesOf(resource.attributes)['service.name']),
      })),
    ),
  )
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
