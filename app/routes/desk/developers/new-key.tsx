import { makeKey, newKeyPage } from '#app/features/api-keys/keys-page.server.ts'
import { NewKey } from '#app/features/api-keys/new-key.tsx'
import { ShownKey } from '#app/features/api-keys/shown-key.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/new-key'

export const handle: PageHandle = { areas: ['developers', 'errors'], noJs: true, query: [] }

export async function loader({ context }: Route.LoaderArgs) {
  return { meta: await newKeyPage(context) }
}

export function action({ context, request }: Route.ActionArgs) {
  return makeKey({ context, request })
}

/** A new key for a program of the company. */
export default function NewKeyPage({ loaderData: { meta: page }, actionData }: Route.ComponentProps) {
  return (
    <>
      <DeskHead title={page.title} />
      <div className="stack">
        {actionData && 'made' in actionData ? (
          <ShownKey made={actionData.made} path="/desk/developers" />
        ) : (
          <NewKey reply={actionData?.form} hasTestMode={page.hasTestMode} />
        )}
      </div>
    </>
  )
}
