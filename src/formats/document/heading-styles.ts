/** The level of a heading by the name of a style, or its outline level from 0. 0 when it is none for certain; undefined when the style does not say. */
export function headingLevel(name: string, outlineLevel: number | undefined): number | undefined {
  const named = headingNames.exec(name)?.[1];
  if (named !== undefined) return Number(named);
  if (/^title$/i.test(name)) return 1;
  if (outlineLevel === undefined) return /^(?:toc heading|subtitle)$/i.test(name) ? 0 : undefined;
  return outlineLevel < 9 ? outlineLevel + 1 : 0;
}

/** Built-in headings have English names whatever the language of Word and of the id; other programs translate the names too. */
const headingNames =
  /^(?:heading|überschrift|titre|título|titolo|kop|nagłówek|заголовок|rubrik|overskrift|otsikko|başlık|nadpis|címsor|επικεφαλίδα|titlu|títol|naslov|заглавие|virsraksts|pealkiri|tiêu đề|judul|عنوان|כותרת|หัวเรื่อง|शीर्षक|標題|标题|見出し|제목)\s*([1-9])$/i;
