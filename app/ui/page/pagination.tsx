import { formatNumber } from '#app/i18n/format/numerals.ts'
import { useLanguage, useText } from '#app/i18n/text/text.tsx'

/** Numbered links to the pages of a list; nothing for a single page. */
export function Pagination({ page, pages, href }: { page: number; pages: number; href: (page: number) => string }) {
  const t = useText('common')
  const { language } = useLanguage()
  if (pages <= 1) return null
  return (
    <nav className="pages" aria-label={t('pages.label')}>
      {page > 1 && (
        <a href={href(page - 1)} rel="prev">
          {t('pages.previous')}
        </a>
      )}{' '}
      {pageNumbers(page, pages).map((entry) =>
        typeof entry === 'string' ? (
          <span key={entry}>{'… '}</span>
        ) : (
          <a
            key={entry}
            href={href(entry)}
            aria-current={entry === page ? 'page' : undefined}
            aria-label={t('pages.page', { n: formatNumber(entry, language) })}
          >
            {`${formatNumber(entry, language)} `}
          </a>
        ),
      )}
      {page < pages && (
        <a href={href(page + 1)} rel="next">
          {t('pages.next')}
        </a>
      )}
    </nav>
  )
}

/** The first page, the last, and the current one with its neighbours; a gap of a single page is filled with that page. */
export function pageNumbers(page: number, pages: number): (number | 'before' | 'after')[] {
  const from = page - 1 <= 3 ? 1 : page - 1
  const to = page + 1 >= pages - 2 ? pages : page + 1
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return [...(from > 1 ? [1, 'before' as const] : []), ...middle, ...(to < pages ? ['after' as const, pages] : [])]
}
