// A signal that gives up a fetch after so long; older iPads have no AbortSignal.timeout.
export const patience = ms => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
};
