import type { Progress } from '../../protocol/progress.ts';

/** Counts bytes and tells of them now and then: to ask for the time after each small file costs as much as to name it. */
export function advancing(
  progress: (report: Progress) => void,
  label: string,
  total?: number,
): (bytes: number) => void {
  let [done, told, files] = [0, 0, 0];
  return (bytes) => {
    done += bytes;
    if (done - told < 1024 * 1024 && ++files % 64 !== 0) return;
    told = done;
    progress({ done, ...(total === undefined ? {} : { total }), unit: 'bytes', label });
  };
}
