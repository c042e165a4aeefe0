import { FindForm } from '#app/features/desk/find-form.tsx'
import { pathIn } from '#app/i18n/language.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'
import { DeskHead } from '#app/ui/desk/desk-head.tsx'
import { EmptyState } from '#app/ui/page/empty-state.tsx'
import { Note } from '#app/ui/page/note.tsx'
import { apiOf } from '#app/web/api.server.ts'
import type { PageHandle } from '#app/web/page/page-handle.ts'
import type { Route } from './+types/find'

const LONGEST = 100
const KINDS = ['person', 'reservation', 'payment', 'company', 'vehicle', 'code'] as const
type Kind = (typeof KINDS)[number]

export const handle: PageHandle = { title: 'operator/find.title', query: ['q'] }

export async function loader({ context, url }: Route.LoaderArgs) {
  const q = (url.searchParams.get('q') ?? '').trim().slice(0, LONGEST)
  const answer = q.length < 2 ? { found: [], more: false } : await apiOf(context).operator.overview.find({ q })
  return { q, ...answer }
}

export default function Find({ loaderData: { q, found, more } }: Route.ComponentProps) {
  const t = useText('operator')
  return (
    <>
      <DeskHead title={t('find.title')} />
      <div className="stack">
        <FindForm find={{ path: '/operator/find', label: t('find.label') }} id="find" value={q} className="seek" />
        {q.length === 1 && <Note kind="warn">{t('find.short')}</Note>}
        {q.length > 1 && found.length === 0 && <EmptyState title={t('find.none', { q })} />}
        {more && <Note>{t('find.more')}</Note>}
        {KINDS.map((kind) => (
          <Found key={kind} kind={kind} results={found.filter((one) => one.kind === kind)} />
        ))}
      </div>
    </>
  )
}

function Found({ kind, results }: { kind: Kind; results: readonly { id: string; title: string; detail: string }[] }) {
  const t = useText('operator')
  const { language } = useLanguage()
  if (results.length === 0) return null
  return (
    <section className="card stack stack-2" aria-labelledby={`found-${kind}`}>
      <h2 id={`found-${kind}`}>{t(`kind.${kind}`)}</h2>
      <ul className="list">
        {results.map(({ id, title, detail }) => (
          <li key={id}>
            <a href={pathIn(language, addressOf(kind, id))}>
              <bdi>{title}</bdi>
              <bdi className="mute sm end">{detail}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function addressOf(kind: Kind, id: string): string {
  switch (kind) {
    case 'person':
      return `/operator/people/${id}`
    case 'reservation':
      return `/operator/reservations/${id}`
    case 'payment':
      return `/operator/payments/${id}`
    case 'company':
      return `/operator/companies/${id}`
    case 'vehicle':
      return `/book/car/${id}`
    case 'code':
      return '/operator/codes'
  }
}
