import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { ORPCError } from '@orpc/client'
import type { z } from 'zod'
import { textFor } from '#app/i18n/text/texts.server.ts'
import type { Language } from '#app/rules/constants.ts'
import type { Arrival } from '#app/site.ts'
import type { ApiDoor } from '#app/web/api.server.ts'
import { fieldErrorsOf, isCallError } from '#app/web/page/call-errors.server.ts'
import { INPUTS, OUTPUTS } from './tool-shapes.ts'
import { TOOLS, type Tool, type ToolContext, type ToolName } from './tools.server.ts'

/** The API's door, the name under which the server presents itself, and the other sites whose scripts may call it. */
export interface McpOptions {
  door: ApiDoor
  name: string
  origins: readonly string[]
}

/** The largest number of fields and items that a call of a tool may have. Source: *ours*. */
const MOST_ELEMENTS = 100

/**
 * Answers requests at `/mcp`: the Model Context Protocol over Streamable HTTP, without sessions, so that every process answers every
 * request. Nobody signs in: its tools do what any visitor may. Requests of scripts are answered only for our own site and for
 * `origins`, which keeps a page elsewhere from using a visitor's network. Source: MCP, "Transports".
 */
export function createMcp({
  door,
  name,
  origins,
}: McpOptions): (request: Request, arrival: Arrival) => Promise<Response> {
  return async (request, arrival) => {
    const from = request.headers.get('origin')
    if (from !== null && from !== arrival.origin && !origins.includes(from)) return refused(403, 'Origin not allowed')
    // Without sessions there is no stream to read and none to end.
    if (request.method !== 'POST') return refused(405, 'Method not allowed', { allow: 'POST' })
    const { WebStandardStreamableHTTPServerTransport } = await import(
      '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
    )
    const server = await serverFor(arrival, { door, name, device: request.headers.get('user-agent') ?? undefined })
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request)
    } finally {
      await server.close()
    }
  }
}

type Serving = Pick<McpOptions, 'door' | 'name'> & { device: string | undefined }

/** A server for one request: the SDK binds a server to one transport. */
async function serverFor(arrival: Arrival, serving: Serving): Promise<McpServer> {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
  const server = new McpServer(
    { name: serving.name, version: '1.0.0', websiteUrl: arrival.origin },
    { maxToolInputElements: MOST_ELEMENTS },
  )
  for (const tool of Object.keys(TOOLS) as ToolName[]) addTool(server, tool, { arrival, ...serving })
  return server
}

function addTool(server: McpServer, tool: ToolName, { arrival, door, device }: Serving & { arrival: Arrival }) {
  const { title, description, isRead, run } = TOOLS[tool] as unknown as AnyTool
  const annotations = { title, readOnlyHint: isRead, destructiveHint: false, openWorldHint: false }
  const schemas = { inputSchema: INPUTS[tool] as z.ZodObject, outputSchema: OUTPUTS[tool] as z.ZodObject }
  const answer = async (given: object): Promise<CallToolResult> => {
    const input = given as AnyInput
    const { language, idempotency_key: idempotencyKey } = input
    const { requestId, clientAddress, origin } = arrival
    const api = door({ language, requestId, clientAddress, device, idempotencyKey })
    try {
      const output: Record<string, unknown> = OUTPUTS[tool].parse(await run(input, { api, origin }))
      return { structuredContent: output, content: [{ type: 'text', text: JSON.stringify(output) }] }
    } catch (error) {
      return { isError: true, content: [{ type: 'text', text: JSON.stringify(problemOf(error, language)) }] }
    }
  }
  server.registerTool(tool, { title, description, annotations, ...schemas }, answer)
}

/** What every input has, and the key that some take. The SDK has checked it by the tool's own schema. */
type AnyInput = { language: Language; idempotency_key?: string }
type AnyTool = Omit<Tool<ToolName>, 'run'> & { run: (input: AnyInput, context: ToolContext) => Promise<unknown> }

/** A refused call in words; throws what is not a refusal. */
function problemOf(error: unknown, language: Language) {
  const status = statusOf(error)
  if (status === 404 || status === 410) return { type: 'NOT_FOUND', detail: 'There is nothing with this id.' }
  if (status === 503) return { type: 'SERVICE_UNAVAILABLE', detail: 'Please try again in a moment.' }
  if (!(error instanceof ORPCError)) throw error
  if (!isCallError(error, 'INVALID_FIELDS')) return { type: error.code, detail: error.message, facts: error.data }
  const errors = textFor(language, 'errors')
  const fields = Object.entries(fieldErrorsOf(error)).map(([name, list]) => [
    name,
    list.map(({ key, values }) => (errors.has(key) ? errors.loose(key, values) : key)),
  ])
  return { type: error.code, detail: error.message, fields: Object.fromEntries(fields) }
}

/** The status of an answer that the door throws for what pages answer without a form. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('init' in error)) return undefined
  return (error.init as { status?: number } | null)?.status
}

function refused(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers })
}
