import { z } from 'zod'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SubmitButton, useReply } from '#app/ui/form.tsx'
import { PostForm } from '#app/ui/post-form.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { refused } from '#app/web/page/call-errors.server.ts'
import { formPage, parseForm } from '#app/web/page/forms.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { pageMeta } from '#app/web/page/page-meta.ts'
import type { Route } from './+types/pause'
import { fleetMeta, fleetText, readVehicle } from './own-vehicle.server.ts'
import { VehicleHead } from './vehicle-head.tsx'

export const handle: PageHandle = { areas: ['fleet', 'errors'], noJs: true }

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? pageMeta(loaderData.meta, matches) : []

export async function loader({ context, params }: Route.LoaderArgs) {
  const vehicle = await readVehicle(context, params.id)
  const action = vehicle.state === 'OFFERED' ? 'pause' : 'resume'
  return { meta: fleetMeta(context, fleetText(context)(`${action}.title`)), vehicle, action } as const
}

const Wanted = z.object({ action: z.enum(['pause', 'resume'], { error: 'required' }) })

export async function action({ context, params, request }: Route.ActionArgs) {
  const { id } = await readVehicle(context, params.id)
  const form = await parseForm(request, Wanted, formPage(context))
  if (!form.ok) return form.reply
  const { action } = form.value
  try {
    await apiOf(context).fleet[action]({ id })
    return goOn(context, `/desk/fleet/${id}`, fleetText(context)(`${action}.done`))
  } catch (error) {
    return refused(error, form)
  }
}

/** Takes a listing from the search for a while, or puts it back. */
export default function Pause({ loaderData: { vehicle, action }, actionData }: Route.ComponentProps) {
  const t = useText('fleet')
  const { language } = useLanguage()
  const form = useReply('pause', { reply: actionData?.form })
  return (
    <>
      <VehicleHead vehicle={vehicle} page={t(`${action}.title`)} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="pause-errors" entries={form.summary({})} />
        <p>{t(`${action}.text`, { title: vehicle.title })}</p>
        <input type="hidden" name="action" value={action} />
        <div className="row">
          <SubmitButton>{t(`${action}.submit`)}</SubmitButton>
          <a href={pathIn(language, `/desk/fleet/${vehicle.id}`)}>{t('back')}</a>
        </div>
      </PostForm>
    </>
  )
}
