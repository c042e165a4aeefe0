import type { Row } from '../insert-rows.ts'

/** The countries with vehicles; those that travellers come from follow after these ids. */
export const COUNTRY = { IRAN: 1, TURKEY: 2, EMIRATES: 3, GERMANY: 4 } as const

type Line = [id: number, code: string, dialCode: string, fa: string, en: string, ar: string]

const LINES: Line[] = [
  [COUNTRY.IRAN, 'IR', '+98', 'ایران', 'Iran', 'إيران'],
  [COUNTRY.TURKEY, 'TR', '+90', 'ترکیه', 'Türkiye', 'تركيا'],
  [COUNTRY.EMIRATES, 'AE', '+971', 'امارات متحدهٔ عربی', 'United Arab Emirates', 'الإمارات العربية المتحدة'],
  [COUNTRY.GERMANY, 'DE', '+49', 'آلمان', 'Germany', 'ألمانيا'],
  [5, 'AF', '+93', 'افغانستان', 'Afghanistan', 'أفغانستان'],
  [6, 'AM', '+374', 'ارمنستان', 'Armenia', 'أرمينيا'],
  [7, 'AT', '+43', 'اتریش', 'Austria', 'النمسا'],
  [8, 'AZ', '+994', 'جمهوری آذربایجان', 'Azerbaijan', 'أذربيجان'],
  [9, 'BH', '+973', 'بحرین', 'Bahrain', 'البحرين'],
  [10, 'CA', '+1', 'کانادا', 'Canada', 'كندا'],
  [11, 'CH', '+41', 'سوئیس', 'Switzerland', 'سويسرا'],
  [12, 'CN', '+86', 'چین', 'China', 'الصين'],
  [13, 'FR', '+33', 'فرانسه', 'France', 'فرنسا'],
  [14, 'GB', '+44', 'بریتانیا', 'United Kingdom', 'المملكة المتحدة'],
  [15, 'GE', '+995', 'گرجستان', 'Georgia', 'جورجيا'],
  [16, 'IN', '+91', 'هند', 'India', 'الهند'],
  [17, 'IQ', '+964', 'عراق', 'Iraq', 'العراق'],
  [18, 'IT', '+39', 'ایتالیا', 'Italy', 'إيطاليا'],
  [19, 'KW', '+965', 'کویت', 'Kuwait', 'الكويت'],
  [20, 'LB', '+961', 'لبنان', 'Lebanon', 'لبنان'],
  [21, 'NL', '+31', 'هلند', 'Netherlands', 'هولندا'],
  [22, 'OM', '+968', 'عمان', 'Oman', 'عُمان'],
  [23, 'PK', '+92', 'پاکستان', 'Pakistan', 'باكستان'],
  [24, 'QA', '+974', 'قطر', 'Qatar', 'قطر'],
  [25, 'RU', '+7', 'روسیه', 'Russia', 'روسيا'],
  [26, 'SA', '+966', 'عربستان سعودی', 'Saudi Arabia', 'السعودية'],
  [27, 'SE', '+46', 'سوئد', 'Sweden', 'السويد'],
  [28, 'US', '+1', 'ایالات متحدهٔ آمریکا', 'United States', 'الولايات المتحدة'],
]

export const countries: Row<'country'>[] = LINES.map(([id, code, dial_code, name_fa, name_en, name_ar]) => ({
  id,
  code,
  dial_code,
  name_fa,
  name_en,
  name_ar,
}))
