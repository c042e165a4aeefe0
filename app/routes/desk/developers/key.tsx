import { ChangeKey } from '#app/features/api-keys/change-key.tsx'
import { changeKey, readKeyPage } from '#app/features/api-keys/keys-page.server.ts'
import { ShownKey } from '#app/features/api-keys/shown-key.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/key'

const PATH = '/desk/developers'

export const handle: PageHandle = { areas: ['developers', 'errors'], noJs: true, query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { apiKey, title } = await readKeyPage(context, params.key)
  return { apiKey, meta: { title } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return changeKey({ context, request }, params.key, PATH)
}

/** One key of the company, to be rotated or revoked. */
export default function KeyPage({ loaderData: { apiKey, meta: page }, actionData }: Route.ComponentProps) {
  const made = actionData && 'made' in actionData ? actionData.made : undefined
  return (
    <>
      <DeskHead title={page.title} />
      <div className="stack">
        {made && <ShownKey made={made} path={PATH} />}
        {!made && (
          <ChangeKey
            apiKey={apiKey}
            path={PATH}
            reply={actionData && 'form' in actionData ? actionData.form : undefined}
          />
        )}
      </div>
    </>
  )
}
