import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import type { DrawnTimes } from './drawn-times.ts'

/** What days that were drawn in the calendar may become: links between the forms, which keep vehicle and times. */
export function DrawnUses({ times, here }: { times: DrawnTimes; here: 'book' | 'block' }) {
  const t = useText('calendar')
  const { language } = useLanguage()
  const { ad = '', start_date, start_time, end_date, end_time } = times
  const drawn = { ad, from: `${start_date}T${start_time}`, to: `${end_date}T${end_time}` }
  const query = new URLSearchParams(drawn).toString().replaceAll('%3A', ':')
  const uses = [
    { use: 'book', path: `/desk/reservations/new?${query}` },
    { use: 'quote', path: `/desk/reservations/new?${query}#quote` },
    { use: 'block', path: `/desk/blocks?${query}` },
  ] as const
  return (
    <nav className="row row-s" aria-label={t('uses.label')}>
      {uses.map(({ use, path }) => (
        <a key={use} className="chip" href={pathIn(language, path)} aria-current={use === here ? 'page' : undefined}>
          {t(`uses.${use}`)}
        </a>
      ))}
    </nav>
  )
}
