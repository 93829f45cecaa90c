/** Something saved as a file by the browser. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // the browser has its own hold on the file by then
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
