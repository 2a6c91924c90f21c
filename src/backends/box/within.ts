/** Whether a path is a folder or lies in it; both absolute and in their shortest form. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
