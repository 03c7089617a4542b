export const sessionStoreCases = [];
