import type { Kysely } from 'kysely'
import type { DB } from '#app/db/connection/schema.ts'
import { LANGUAGES, type Language } from '#app/rules/constants.ts'

type Answer = Record<Language, [title: string, body: string]>

const ANSWERS: Answer[] = [
  {
    fa: [
      'ودیعه کی برمی‌گردد',
      'سلام {customer}، ودیعهٔ رزرو {number} حداکثر تا ۷۲ ساعت پس از بازگشت آزاد می‌شود.\n{operator}',
    ],
    en: [
      'When the deposit comes back',
      'Dear {customer}, the deposit of {number} is released within 72 hours of the return.\n{operator}',
    ],
    ar: ['متى تعود الوديعة', 'مرحبًا {customer}، يُفرج عن وديعة {number} خلال 72 ساعة من الإرجاع.\n{operator}'],
    tr: [
      'Depozito ne zaman geri verilir',
      'Merhaba {customer}, {number} depozitosu iadeden sonra en geç 72 saat içinde çözülür.\n{operator}',
    ],
    de: [
      'Wann die Kaution zurückkommt',
      'Guten Tag {customer}, die Kaution zu {number} wird binnen 72 Stunden nach der Rückgabe freigegeben.\n{operator}',
    ],
  },
  {
    fa: ['داریم بررسی می‌کنیم', 'سلام {customer}، از شرکت پرسیده‌ایم و امروز پاسخ می‌دهیم.\n{operator}'],
    en: ['We are looking into it', 'Dear {customer}, we have asked the company and will answer today.\n{operator}'],
    ar: ['نتحقق من الأمر', 'مرحبًا {customer}، سألنا الشركة وسنجيبك اليوم.\n{operator}'],
    tr: ['İnceliyoruz', 'Merhaba {customer}, şirkete sorduk, bugün yanıt vereceğiz.\n{operator}'],
    de: [
      'Wir klären es',
      'Guten Tag {customer}, wir haben beim Vermieter nachgefragt und antworten heute.\n{operator}',
    ],
  },
]

/** Saved answers of the demonstration's operator. */
export async function loadAnswers(tx: Kysely<DB>): Promise<void> {
  const rows = ANSWERS.flatMap((answer) =>
    LANGUAGES.map((language) => ({ language, title: answer[language][0], body: answer[language][1] })),
  )
  await tx.insertInto('canned_answer').values(rows).execute()
}
