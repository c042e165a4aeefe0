import type { Row } from '../insert-rows.ts'
import { type Five, wordingOf } from '../wording.ts'

const LINES: [type: Row<'contact'>['type'], phone: string | null, title: Five, description: Five][] = [
  [
    'GENERAL',
    '+982191000000',
    ['پشتیبانی تلفنی', 'Support by phone', 'الدعم الهاتفي', 'Telefonla destek', 'Telefonischer Support'],
    [
      'هر روز از ۰۸:۰۰ تا ۲۳:۰۰ به وقت تهران پاسخ می‌دهیم.',
      'We answer every day from 08:00 to 23:00, Tehran time.',
      'نجيب كل يوم من ٠٨:٠٠ إلى ٢٣:٠٠ بتوقيت طهران.',
      'Her gün Tahran saatiyle 08:00 ile 23:00 arasında yanıt veriyoruz.',
      'Wir sind täglich von 8 bis 23 Uhr Teheraner Zeit erreichbar.',
    ],
  ],
  [
    'WHATS_APP',
    '+989120000000',
    ['واتس‌اپ', 'WhatsApp', 'واتساب', 'WhatsApp', 'WhatsApp'],
    [
      'برای فرستادن عکس مدارک یا موقعیت مکانی مناسب است.',
      'The easy way to send a photo of a document or your location.',
      'الطريقة الأسهل لإرسال صورة مستند أو موقعك.',
      'Belge fotoğrafı ya da konum göndermenin kolay yolu.',
      'Der einfache Weg, ein Foto Ihrer Unterlagen oder Ihren Standort zu schicken.',
    ],
  ],
  [
    'LIVE_CHAT',
    null,
    ['گفت‌وگوی آنلاین', 'Live chat', 'محادثة مباشرة', 'Canlı sohbet', 'Live-Chat mit uns'],
    [
      'با بخش فروش دربارهٔ رزروتان گفت‌وگو کنید.',
      'Talk to our sales department about your reservation.',
      'تحدّث مع قسم المبيعات عن حجزك.',
      'Rezervasyonunuz hakkında satış ekibimizle konuşun.',
      'Sprechen Sie mit unserem Verkauf über Ihre Reservierung.',
    ],
  ],
]

export const contacts: Row<'contact'>[] = LINES.map(([type, phone, title, description], index) => ({
  id: index + 1,
  type,
  phone,
  title: wordingOf(title),
  description: wordingOf(description),
  position: index + 1,
}))
