const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Signs that have a control word of their own. */
export const signs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['line', '\n'],
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
]);

/** Groups whose content is no text of the document; those behind \* are left out anyway, unless they are among `kept`. */
export const skipped: ReadonlySet<string> = names(
  'colortbl info pict listtable listoverridetable revtbl rsidtbl generator filetbl template ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn pntxta pntxtb tc tcn xe rxe txe do nonshppict shprslt falt panose fontemb fontfile objclass objname objdata objalias objsect comment doccomm stylesheet fonttbl themedata colorschememapping datastore latentstyles xmlnstbl nonesttables mmathPict docvar private nextfile upr background bkmkstart bkmkend atnid atnref atntime atndate atnicn protusertbl userprops listpicture sn sv hl',
);

/** Groups behind \* that hold text, or groups that do. */
export const kept: ReadonlySet<string> = names(
  'shppict shpinst nesttableprops fldinst ud annotation atnauthor do moMath moMathPara mr pn pntext listtext shptxt dptxbxtext footnote',
);
