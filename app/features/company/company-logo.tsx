import { LOGO_SIDES, logoName } from '#app/rules/text/logo.ts'

type Props = { company: { name: string; logo?: string | null; logo_dark?: string | null }; small?: boolean }

/** A company's logo, in the dark its dark one if it has one, or the first letter of its name. Decorative: the name itself is beside it. */
export function CompanyLogo({ company: { name, logo, logo_dark }, small }: Props) {
  const className = small ? 'ava ava-s' : 'ava'
  if (!logo) {
    return (
      <span className={className} aria-hidden="true">
        {[...name][0]}
      </span>
    )
  }
  const [usual, double] = sourcesOf(logo)
  const size = small ? 36 : 48
  const image = (
    <img
      className={`${className} company-logo`}
      src={usual}
      srcSet={`${double} 2x`}
      alt=""
      {...{ width: size, height: size, decoding: 'async', loading: 'lazy' }}
    />
  )
  if (!logo_dark) return image
  const [dark, darkDouble] = sourcesOf(logo_dark)
  return (
    <picture className="contents">
      <source media="(prefers-color-scheme: dark)" srcSet={`${dark}, ${darkDouble} 2x`} />
      {image}
    </picture>
  )
}

const sourcesOf = (key: string) => LOGO_SIDES.map((side) => `/pictures/${logoName(key, side)}`)
