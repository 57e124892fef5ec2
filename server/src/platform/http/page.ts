/** What was found of a page, with the page that was asked for. */
export function paged<Found extends object>(
  found: Found,
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) {
  return { ...found, pageNum, pageSize }
}
