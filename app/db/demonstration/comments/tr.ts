import type { CommentVoice } from './voice.ts'

export const tr: CommentVoice = {
  authors: ['Elif', 'Mehmet', 'Zeynep', 'Emre', 'Ayşe', 'Burak', 'Deniz', 'Selin', 'Murat', 'İrem', 'Kerem', 'Gizem'],
  cars: [
    [5, 'Araç fotoğraftakiyle aynıydı, havalimanında bizi tabelayla karşıladılar.'],
    [5, 'Tertemiz, deposu dolu; depozito aynı gün hesaba döndü.'],
    [5, 'Uçağımız iki saat gecikti, bekleyip ek ücret almadılar. Teşekkürler.'],
    [5, 'Ekrandaki fiyat neyse onu ödedik, sürpriz çıkmadı.'],
    [5, 'Çocuk koltuğu biz gelmeden takılmıştı, yorgun bir akşamda çok işe yaradı.'],
    [4, 'Sağlam ve sessiz bir araç. Ofisin önünde park yeri bulmak zordu.'],
    [4, 'Sınıfına göre uygun fiyat. Günlük kilometre biraz daha fazla olabilirdi.'],
    [4, 'Teslim yirmi dakika gecikti ama çok kibardılar, iade hızlıydı.'],
    [4, 'Birkaç küçük çizik vardı, hepsini baştan fotoğrafladılar.'],
    [3, 'Araç iyiydi, telefona geç cevap verdiler.'],
    [5, 'Bir hafta sahil boyunca gezdik, dört kişi ve valizler rahat sığdı.'],
    [5, 'Sözleşmeyi tek tek anlattılar, içim rahat imzaladım.'],
  ],
  motorbikes: [
    [5, 'Motor bakımlıydı, yanında iki temiz kask verdiler.'],
    [5, 'Koyları gezmenin en keyifli yolu, yakıtı da neredeyse bitmiyor.'],
    [4, 'Şehirde çok pratik, yokuşta iki kişiyle biraz zorlanıyor.'],
    [4, 'Frenleri güven veriyor. Arka çantanın kilidi biraz sert.'],
  ],
}
