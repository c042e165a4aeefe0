import { makeKey, newKeyPage } from '#app/features/api-keys/keys-page.server.ts'
import { NewKey } from '#app/features/api-keys/new-key.tsx'
import { ShownKey } from '#app/features/api-keys/shown-key.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../../row-id.server.ts'
import type { Route } from './+types/new-key'

export const handle: PageHandle = { areas: ['developers', 'errors'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  return { company: rowIdOf(params), meta: await newKeyPage(context, rowIdOf(params)) }
}

export function action({ context, params, request }: Route.ActionArgs) {
  return makeKey({ context, request }, rowIdOf(params))
}

/** A new key for a program of a company. */
export default function CompanyNewKey({ loaderData: { company, meta: page }, actionData }: Route.ComponentProps) {
  return (
    <>
      <DeskHead title={page.title} />
      <div className="stack">
        {actionData && 'made' in actionData ? (
          <ShownKey made={actionData.made} path={`/operator/companies/${company}/keys`} />
        ) : (
          <NewKey reply={actionData?.form} hasTestMode={page.hasTestMode} />
        )}
      </div>
    </>
  )
}
