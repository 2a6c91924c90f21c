import type { Xml } from '../xml/index.ts';

/** Extensions whose content is understood; of others the fallback is read. */
const known = /^(?:wps|wpg|wpc|w14|w15|w16\w*|wp14|a14|p14|p15|v2|c14|c16\w*|cx\d*|sle15|tsle|x14|x15|xr\w*)$/;

/**
 * Says which branch of `mc:AlternateContent` counts, so that the same text is not read twice. To be asked at each of its elements; one
 * per file.
 */
export function openAlternates(): { wants(xml: Xml): boolean } {
  /** By depth: whether a choice was taken already. */
  const taken: boolean[] = [];
  return {
    wants(xml) {
      const { depth } = xml;
      if (xml.name === 'mc:AlternateContent') {
        // The one before it may have had no fallback.
        taken[depth + 1] = false;
        return true;
      }
      if (xml.name === 'mc:Choice') {
        const requires = xml.attribute('Requires')?.trim().split(/\s+/) ?? [];
        const isWanted = !taken[depth] && requires.every((prefix) => known.test(prefix));
        if (isWanted) taken[depth] = true;
        return isWanted;
      }
      return !taken[depth];
    },
  };
}
