import { api } from '#app/api/call/context.ts'
import { apiDocument } from '#app/api/call/openapi/openapi.ts'

/** The document of the operators' calls, which only operators read: it names what nobody else learns of. Source: issue 20, A. */
export const document = api.operator.overview.document.handler(async ({ context: { deps } }) =>
  JSON.parse(await apiDocument('operator', deps.settings.origin)),
)
