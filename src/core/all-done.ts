/** Waits for all of them, also when one fails: nothing of it is under way any more when the failure is told. */
export async function allDone<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  try {
    return await Promise.all(work);
  } finally {
    await Promise.allSettled(work);
  }
}
