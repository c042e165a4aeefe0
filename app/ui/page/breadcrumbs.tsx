import { useText } from '#app/i18n/text/text.tsx'

/** The path from the home page to this one; the last crumb is the current page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly { label: string; href?: string }[] }) {
  const t = useText('common')
  return (
    <nav aria-label={t('crumbs')}>
      <ol className="crumbs">
        {crumbs.map(({ label, href }) => (
          <li key={label}>{href ? <a href={href}>{label}</a> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  )
}
