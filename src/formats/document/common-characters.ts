/** Characters that lists, tables and texts of a language are full of; in the wrong encoding, bytes give hardly any of them. */
const common: readonly (readonly [charset: string, characters: ReadonlySet<string>])[] = [
  [
    'euc-jp',
    new Set(
      '日本人大年会社中国上下前後東西南北京都府県市区町村丁目番地号山川河田木林森野原島崎橋藤井口石松竹高小長内外新古一二三四五六七八九十百千万円月水金土時分間名所電話部課係主任務営業理事開発企画製品質数量単価額合計備考郵便銀行支店株式有限商在庫売請求書見積納男女性別齢太郎次子美代和正明清浩健幸恵智由真直樹学校生先文字化法方同定用入出力表示記録更設作成対応使実関連情報通信機能値配列引変指',
    ),
  ],
  [
    'gb18030',
    new Set(
      '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开合还因由其些然前外天日那事平形相全表间样与关各重新线内数正心明看原么利比或但质第向道命此变条只没结解问意建月公无系情者最立代通并提直题程五果员位入常文总次品式设及管特件长求基资路图山统接知将组见计别手期名称姓话址号码单价金额备注门省市县区镇村街王李张刘陈杨赵黄周吴徐孙州江海京津广东西南北湖河川龙云福安宁',
    ),
  ],
  [
    'euc-kr',
    new Set(
      '이다는을의에가고하지한로기사대인은리시도어서일부정자나해수그라제있전스동구주만보과원들여장아상조성공계무선소유비명문신영면용우간분관경발것내마호개민세식산김박최강임남광특별울충청북학회년월금액번합량단품까요니습러되할었했았각거',
    ),
  ],
];

const sampleBytes = 8192;

/** The encoding in which a text has far more of the common characters of its language than in any other, and enough of them. */
export function charsetByCommon(bytes: Uint8Array, characters: number): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const found = common
    .map(([charset, set]) => ({ charset, hits: countHits(new TextDecoder(charset).decode(sample), set) }))
    .toSorted((a, b) => b.hits - a.hits);
  const [best, second] = found;
  const enough = Math.max(4, Math.min(characters, sampleBytes / 2) * 0.25);
  return best && second && best.hits >= enough && best.hits >= second.hits * 2 ? best.charset : undefined;
}

function countHits(text: string, characters: ReadonlySet<string>): number {
  let hits = 0;
  for (const character of text) if (characters.has(character)) hits++;
  return hits;
}
