import { ChangeKey } from '#app/features/api-keys/change-key.tsx'
import { changeKey, readKeyPage } from '#app/features/api-keys/keys-page.server.ts'
import { ShownKey } from '#app/features/api-keys/shown-key.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../../row-id.server.ts'
import type { Route } from './+types/key'

export const handle: PageHandle = { areas: ['developers', 'errors'], query: [] }

const pathOf = (params: { id: string }) => `/operator/companies/${rowIdOf(params)}/keys`

export async function loader({ context, params }: Route.LoaderArgs) {
  const { apiKey, title } = await readKeyPage(context, params.key)
  return { apiKey, path: pathOf(params), meta: { title } }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return changeKey({ context, request }, params.key, pathOf(params))
}

/** One key of a company, to be rotated or revoked. */
export default function CompanyKey({ loaderData: { apiKey, path, meta: page }, actionData }: Route.ComponentProps) {
  const made = actionData && 'made' in actionData ? actionData.made : undefined
  return (
    <>
      <DeskHead title={page.title} />
      <div className="stack">
        {made && <ShownKey made={made} path={path} />}
        {!made && (
          <ChangeKey
            apiKey={apiKey}
            path={path}
            reply={actionData && 'form' in actionData ? actionData.form : undefined}
          />
        )}
      </div>
    </>
  )
}
