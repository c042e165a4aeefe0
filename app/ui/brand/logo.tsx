import { useSiteBrand } from './site-brand.tsx'

/**
 * The mark (a Seljuk star inside a tyre) and the name of the site, which is configuration (white label).
 * `onBrand`: for a background in the brand's colour, as in the head of a voucher.
 */
export function Logo({ name, onBrand }: { name: string; onBrand?: boolean }) {
  const logoUrl = useSiteBrand()?.logoUrl
  return (
    <>
      {logoUrl ? (
        <img className="logo-picture" src={logoUrl} alt="" width="30" height="30" />
      ) : (
        <LogoMark onBrand={onBrand} />
      )}
      {name}
    </>
  )
}

/**
 * The mark without the name; `onBrand` draws it for a background in the brand's colour. Decorative: hidden from screen
 * readers.
 */
export function LogoMark({ onBrand }: { onBrand?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="11.5" fill={onBrand ? 'currentColor' : 'var(--color-brand)'} />
      <path
        fill={onBrand ? 'var(--color-brand)' : 'var(--color-on-brand)'}
        d="M12 3.9L14 7.1L17.7 6.3L16.9 10L20.1 12L16.9 14L17.7 17.7L14 16.9L12 20.1L10 16.9L6.3 17.7L7.1 14L3.9 12L7.1 10L6.3 6.3L10 7.1Z"
      />
      <circle cx="12" cy="12" r="2.3" fill="var(--color-accent)" />
    </svg>
  )
}
