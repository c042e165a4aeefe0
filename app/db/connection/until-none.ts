/**
 * Repeats what changes at most some rows of many until there are none left, so that no statement takes too long.
 * @param part returns how many rows it changed
 */
export async function untilNone(part: () => Promise<number>): Promise<void> {
  while ((await part()) > 0);
}
