import { AppFacts } from '#app/contract/operator/directory.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { textFor } from '#app/i18n/text/texts.server.ts'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { PostForm } from '#app/ui/form/post-form.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import { goneAlready, notFound } from '#app/web/page/answers.ts'
import { siteContext } from '#app/web/page/context.ts'
import { goOn } from '#app/web/page/go-on.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import { rowIdOf } from '../row-id.server.ts'
import type { Route } from './+types/app'
import { EntryButtons } from './entry-buttons.tsx'

const PATH = '/operator/contacts'
const ADDRESSES = ['direct_url', 'url', 'link', 'file'] as const

export const handle: PageHandle = { areas: ['directory'], query: [] }

export async function loader({ context, params }: Route.LoaderArgs) {
  const { results } = await apiOf(context).operator.directory.apps()
  const app = params.id === 'new' ? null : results.find(({ id }) => id === rowIdOf(params))
  if (app === undefined) throw notFound()
  const title = textFor(context.get(siteContext).language, 'directory')(app ? 'apps.title' : 'apps.new')
  return { app, title, meta: { title } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const t = textFor(context.get(siteContext).language, 'directory')
  const { operator } = apiOf(context)
  const fields = await request.formData()
  if (fields.get('intent') === 'remove') {
    await goneAlready(operator.directory.removeApp({ id: rowIdOf(params) }))
    return goOn(context, PATH, t('removed'))
  }
  return answerForm({ context, request: fields }, AppFacts, async (facts) => {
    if (params.id === 'new') await operator.directory.addApp(facts)
    else await operator.directory.changeApp({ id: rowIdOf(params), ...facts })
    return { to: PATH, said: t('saved') }
  })
}

export default function AppPage({ loaderData: { app, title }, actionData }: Route.ComponentProps) {
  const t = useText('directory')
  const { language } = useLanguage()
  const form = useReply('app', {
    reply: actionData?.form,
    initial: {
      type: app?.type ?? 'USER',
      ...Object.fromEntries(ADDRESSES.map((name) => [name, app?.[name] ?? ''])),
    },
  })
  const labels: Record<string, string> = {
    type: t('apps.type'),
    ...Object.fromEntries(ADDRESSES.map((name) => [name, t(`apps.${name}`)])),
  }
  return (
    <>
      <DeskHead title={title} text={t('apps.text')} />
      <PostForm {...form.props} className="card stack">
        <ErrorSummary id="app-errors" entries={form.summary(labels)} />
        <TextField
          {...form.field('type')}
          label={labels.type}
          hint={t('apps.typeHint')}
          dir="ltr"
          maxLength={20}
          required
        />
        {ADDRESSES.map((name) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={labels[name]}
            type="url"
            dir="ltr"
            maxLength={500}
            optional
          />
        ))}
        <EntryButtons isNew={app === null} back={pathIn(language, PATH)} />
      </PostForm>
    </>
  )
}
