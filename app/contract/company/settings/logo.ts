import { z } from 'zod'
import { forCompany, limited, owners } from '#app/contract/call/base.ts'
import { CompanyId } from '#app/contract/company/shapes.ts'
import { LOGO_SCHEMES } from '#app/rules/text/logo.ts'

/** Uploads of one person. Source: *ours*. */
const UPLOADS = { bucket: 'company-logo', most: 20, seconds: 3600 }

/** Key of a company's logo: `/pictures/{logo}-{48|96}.webp`; null shows the first letter of its name. */
export const LogoKey = z.string().nullable()

const setting = forCompany(owners)
const Scheme = z.enum(LOGO_SCHEMES).default('LIGHT')
const Logos = z.object({ logo: LogoKey, logo_dark: LogoKey })

export const logo = {
  setLogo: setting
    .meta(limited(setting, UPLOADS))
    .route({
      method: 'POST',
      path: '/agency/logo/',
      summary:
        'Set the company’s logo, or the one for the dark colour scheme: multipart, at most 10 MB and 50 megapixels, jpeg, png, webp or avif; encoded anew, whole on a white or dark square (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, scheme: Scheme, image: z.file({ error: 'required' }) }))
    .output(Logos),
  removeLogo: setting
    .route({
      method: 'DELETE',
      path: '/agency/logo/',
      summary: 'Remove the company’s logos, or the one for the dark colour scheme alone (ours)',
      tags: ['company'],
    })
    .input(z.object({ company: CompanyId, scheme: Scheme }))
    .output(Logos),
}
