import { toPersianDigits } from '#app/rules/text/digits.ts'
import type { ImportLanguage } from './import-error-words.ts'
import type { ImportReport } from './import-fleet.ts'

const grouped = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')
const persian = (text: string) => toPersianDigits(text).replace(/(?<=[۰-۹]),(?=[۰-۹])/g, '٬')

/** The line that shows the progress. */
export function describeProgress(
  { rows, invalid }: { rows: number; invalid: number },
  language: ImportLanguage,
): string {
  return language === 'fa'
    ? persian(`${grouped(rows)} سطر خوانده شد، ${grouped(invalid)} سطر نادرست`)
    : `${grouped(rows)} ${rows === 1 ? 'row' : 'rows'} read, ${grouped(invalid)} invalid`
}

/** The result of an import, in lines. */
export function describeReport(report: ImportReport, seconds: number, language: ImportLanguage): string[] {
  const lines = language === 'fa' ? inPersian(report, seconds).map(persian) : inEnglish(report, seconds)
  return report.newNames.length > 0 ? [...lines, ...report.newNames.map((name) => `  + ${name}`)] : lines
}

function inEnglish(report: ImportReport, seconds: number): string[] {
  const { imported, created, changed, unchanged, invalid, photos, newNames } = report
  if (!imported) {
    const rows = invalid === 0 ? 'The file is' : invalid === 1 ? 'One row is' : `${grouped(invalid)} rows are`
    const rest = invalid > 0 ? ` Mend ${invalid === 1 ? 'it' : 'them'}, or import the others with --skip-invalid.` : ''
    return [`Nothing was imported: ${rows} invalid.${rest}`]
  }
  const done = `Imported in ${seconds.toFixed(1)} s: ${grouped(created)} new, ${grouped(changed)} changed, ${grouped(unchanged)} unchanged.`
  return [
    done,
    ...(invalid > 0 ? [`Left out: ${grouped(invalid)} invalid.`] : []),
    ...(photos > 0 ? [`Pictures that the site will now process: ${grouped(photos)}.`] : []),
    ...(newNames.length > 0 ? ['Models and trims that are new, to be checked for slips:'] : []),
  ]
}

function inPersian(report: ImportReport, seconds: number): string[] {
  const { imported, created, changed, unchanged, invalid, photos, newNames } = report
  if (!imported) {
    const what = invalid === 0 ? 'فایل نادرست است' : `${grouped(invalid)} سطر نادرست است`
    const rest = invalid > 0 ? ' درستش کنید یا با ‎--skip-invalid بقیه را وارد کنید.' : ''
    return [`هیچ چیز وارد نشد: ${what}.${rest}`]
  }
  const time = seconds.toFixed(1).replace('.', '٫')
  const done = `در ${time} ثانیه وارد شد: ${grouped(created)} تازه، ${grouped(changed)} تغییرکرده، ${grouped(unchanged)} بی‌تغییر.`
  return [
    done,
    ...(invalid > 0 ? [`کنار گذاشته شد: ${grouped(invalid)} سطر نادرست.`] : []),
    ...(photos > 0 ? [`عکس‌هایی که سایت اکنون آماده می‌کند: ${grouped(photos)}.`] : []),
    ...(newNames.length > 0 ? ['مدل‌ها و تیپ‌های تازه؛ ببینید لغزشی در آن‌ها نباشد:'] : []),
  ]
}
