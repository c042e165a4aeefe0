import { redirect, useOutletContext } from 'react-router'
import { z } from 'zod'
import { requiredLines } from '#app/contract/shapes/text.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { PLATES_LENGTH, PLATES_MAX } from '#app/rules/fleet/pasted-plates.ts'
import { TAG_LENGTH } from '#app/rules/fleet/vehicle-tags.ts'
import { idListOf } from '#app/rules/search/id-list.ts'
import { oneOf, words } from '#app/rules/search/list-address.ts'
import { VEHICLE_STATES } from '#app/rules/search/vehicle-state.ts'
import { Card } from '#app/ui/card.tsx'
import { DecisionForm } from '#app/ui/desk/decision-form.tsx'
import { useReply } from '#app/ui/form/form.tsx'
import { TextArea } from '#app/ui/form/text-field.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { AnswerNote, Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import { answerForm } from '#app/web/page/answer-form.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { DeskFrame } from '../../shell/desk-frame.ts'
import { mayPrice } from '../../shell/may-price.ts'
import type { Route } from './+types/choose'
import { ChosenList } from './chosen-list.tsx'

const PATH = '/desk/fleet/many'
/** What many vehicles are chosen for. */
const STEPS = ['prices', 'terms', 'tags', 'due', 'pause', 'resume'] as const

export const handle: PageHandle = {
  title: 'bulk/title',
  areas: ['bulk', 'errors'],
  noJs: true,
  query: ['to', 'id', 'all', 'q', 'state', 'tag'],
}

/** Leads from the list's check boxes to the page of what was asked for; without any, the page says so. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const to = STEPS.find((step) => step === searchParams.get('to'))
  if (!to) return { isNone: false }
  const ids = searchParams.has('all')
    ? (await apiOf(context).company.fleet.many.choose(filterIn(searchParams))).ids
    : idListOf(searchParams.getAll('id').map(Number).filter(Number.isSafeInteger))
  if (ids === '') return { isNone: true }
  throw redirect(pathOf(to, ids))
}

function pathOf(step: (typeof STEPS)[number], ids: string): string {
  return step === 'pause' || step === 'resume' ? `${PATH}/state?to=${step}&ids=${ids}` : `${PATH}/${step}?ids=${ids}`
}

function filterIn(query: URLSearchParams) {
  return {
    q: words(80)(query.get('q') ?? undefined),
    state: oneOf(VEHICLE_STATES)(query.get('state') ?? undefined),
    tag: words(TAG_LENGTH)(query.get('tag') ?? undefined),
  }
}

const Pasted = z.object({ plates: requiredLines(PLATES_LENGTH) })

/** Looks the pasted plates up; nothing is created or changed. */
export function action({ context, request }: Route.ActionArgs) {
  return answerForm({ context, request }, Pasted, async ({ plates }) => ({
    form: undefined,
    pasted: await apiOf(context).company.fleet.many.byPlates({ plates }),
  }))
}

/** Chooses vehicles by a pasted list of plates. */
export default function ChooseVehicles({ loaderData: { isNone }, actionData }: Route.ComponentProps) {
  const t = useText('bulk')
  const desk = useText('desk')
  const { language } = useLanguage()
  const pasted = actionData && 'pasted' in actionData ? actionData.pasted : undefined
  const form = useReply('plates', { reply: actionData?.form })
  const labels = { plates: t('paste.plates') }
  return (
    <>
      <Breadcrumbs
        crumbs={[{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }, { label: t('title') }]}
      />
      <h1 className="head">{t('title')}</h1>
      <div className="stack">
        {isNone && (
          <Note kind="warn" role="alert">
            <p>{t('none')}</p>
          </Note>
        )}
        {pasted && <Found pasted={pasted} />}
        <DecisionForm
          form={form}
          labels={labels}
          text={t('paste.text', { most: PLATES_MAX })}
          choices={[{ label: t('paste.submit') }]}
          back={{ path: '/desk/fleet', label: t('back') }}
        >
          <TextArea {...form.field('plates')} label={labels.plates} rows={8} maxLength={PLATES_LENGTH} dir="auto" />
        </DecisionForm>
      </div>
    </>
  )
}

type Pasted = Extract<NonNullable<Route.ComponentProps['actionData']>, { pasted: unknown }>['pasted']

/** What was found of the pasted plates, with what can be done with it, and what was not. */
function Found({ pasted }: { pasted: Pasted }) {
  const t = useText('bulk')
  const { language } = useLanguage()
  const frame = useOutletContext<DeskFrame>()
  const { found, unknown, ids } = pasted
  const steps = STEPS.filter((step) => step !== 'prices' || mayPrice(frame))
  return (
    <>
      <AnswerNote kind={found.length > 0 ? 'ok' : 'warn'} newest={pasted}>
        <p>{t('paste.found', { found: found.length, unknown: unknown.length })}</p>
      </AnswerNote>
      {found.length > 0 && (
        <Card id="found" title={t('count', { n: found.length })} className="stack stack-2">
          <div className="row">
            {steps.map((step) => (
              <a key={step} className="btn" href={pathIn(language, pathOf(step, ids))}>
                {t(`to.${step}`)}
              </a>
            ))}
          </div>
          <ChosenList label={t('count', { n: found.length })} vehicles={found} />
        </Card>
      )}
      {unknown.length > 0 && (
        <Card id="unknown" title={t('paste.unknown', { n: unknown.length })} className="stack stack-2">
          <p>{t('paste.unknownText')}</p>
          <textarea
            className="in"
            rows={8}
            readOnly
            dir="auto"
            aria-labelledby="unknown-title"
            value={unknown.join('\n')}
          />
        </Card>
      )}
    </>
  )
}
