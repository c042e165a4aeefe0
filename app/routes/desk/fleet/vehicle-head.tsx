import type { z } from 'zod'
import type { OwnVehicle } from '#app/contract/company/fleet/shapes.ts'
import { Plate } from '#app/features/desk/plate.tsx'
import { localDigits } from '#app/i18n/format/numerals.ts'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { Breadcrumbs } from '#app/ui/page/breadcrumbs.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { Tag } from '#app/ui/tag.tsx'

type Vehicle = Pick<
  z.infer<typeof OwnVehicle>,
  'id' | 'title' | 'year' | 'plate' | 'state' | 'taken_down_reason' | 'category'
> & { has_key_box?: boolean | null }
type Part = 'facts' | 'photos' | 'prices' | 'calendar' | 'due' | 'keyBox' | 'details'

/**
 * The head of every page about one vehicle: breadcrumbs, name, and links to its parts. `page` names a page that is none
 * of the parts.
 */
export function VehicleHead({ vehicle, part, page }: { vehicle: Vehicle; part?: Part; page?: string }) {
  const desk = useText('desk')
  const t = useText('fleet')
  const { language } = useLanguage()
  const { id, title, year, plate, state, taken_down_reason, has_key_box } = vehicle
  const own = pathIn(language, `/desk/fleet/${id}`)
  const parts: Record<Part, string> = {
    facts: own,
    photos: `${own}/photos`,
    prices: `${own}/prices`,
    calendar: pathIn(language, `/desk/calendar?vehicle=${id}`),
    due: `${own}/due`,
    details: `${own}/details`,
    keyBox: `${own}/key-box`,
  }
  const shown = (Object.keys(parts) as Part[]).filter((one) => one !== 'keyBox' || typeof has_key_box === 'boolean')
  const crumbs = [{ label: desk('fleet.title'), href: pathIn(language, '/desk/fleet') }]
  const here = page ?? (part === 'facts' ? undefined : part && t(`parts.${part}`))
  return (
    <>
      <Breadcrumbs
        crumbs={here ? [...crumbs, { label: title, href: own }, { label: here }] : [...crumbs, { label: title }]}
      />
      <div className="head row">
        <h1>{page ?? `${title} ${localDigits(String(year), language)}`}</h1>
        <Plate text={plate} />
        <Tag kind={state === 'OFFERED' ? 'ok' : 'warn'}>{desk(`fleet.state.${state}`)}</Tag>
      </div>
      {state === 'TAKEN_DOWN' && (
        <Note kind="bad">{t('takenDown', { reason: `\u2068${taken_down_reason ?? ''}\u2069` })}</Note>
      )}
      {state === 'AWAITING_LOOK' && <Note>{t('awaitsLook')}</Note>}
      {state === 'PAUSED' && taken_down_reason !== null && (
        <Note kind="warn">{t('refused', { reason: `\u2068${taken_down_reason}\u2069` })}</Note>
      )}
      {!page && (
        <nav className="scroll" aria-label={t('parts.label')}>
          {shown.map((one) => (
            <a key={one} className="chip" href={parts[one]} aria-current={one === part ? 'page' : undefined}>
              {t(`parts.${one}`)}
            </a>
          ))}
        </nav>
      )}
    </>
  )
}
